"""How reliable whole calls are: what went wrong in each, how badly, and in what share nothing grave did."""
