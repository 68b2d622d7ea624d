import pytest

from edgebharo.forms.load import load_form
from edgebharo.forms.loaded import LoadedForm


@pytest.fixture(scope="session")
def enrolment() -> LoadedForm:
    return load_form("maternal-enrolment").consented()
