"""Results as a page of their own, and two results side by side."""
