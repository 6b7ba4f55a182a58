"""Each rule id is cited by code and tests, and the gate that says so sees one that is not."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "check_rules.py"
SPEC = importlib.util.spec_from_file_location("check_rules", SCRIPT)
check_rules = importlib.util.module_from_spec(SPEC)
sys.modules["check_rules"] = check_rules  # dataclasses look their module up
SPEC.loader.exec_module(check_rules)

PAGE = "| id | rule |\n|---|---|\n| ZZ-A1 | One. |\n| ZZ-A2.1 | Two. |\n| ZZ-B3 | Data. |\n"
KERNEL = "cdef void f() noexcept nogil:\n    pass    # ZZ-A1, ZZ-A2.1\n"
COMPONENTS = '[size]\nvalue = 3\nsource = "sections B3 and Q9"\n'
TESTS = (
    "import pytest\n\n\n"
    '@pytest.mark.rule("ZZ-A1", "ZZ-A2.1")\ndef test_one():\n    pass\n\n\n'
    '@pytest.mark.rule("ZZ-B3")\ndef test_two():\n    pass\n'
)
FILES = {
    "docs/rules/toy.md": PAGE,
    "kernels/undertow_kernels/toy/rules.pyx": KERNEL,
    "src/undertow/games/toy/components.toml": COMPONENTS,
    "tests/games/toy/test_rules.py": TESTS,
}


@pytest.fixture
def tree(tmp_path):
    """A small source tree without a fault."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return tmp_path


def change(tree, name, old, new):
    path = tree / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    return check_rules.check(tree)[0]


def test_every_rule_is_cited_by_code_and_by_a_test():
    faults, summary = check_rules.check()
    assert faults == [], summary


def test_a_rule_without_code_or_test_is_found_in_a_copy_of_the_project(tmp_path):
    ignore = shutil.ignore_patterns("*.so", "*.c", "*.html", "__pycache__")
    for folder in ("docs", "kernels", "src", "tests", "scripts"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignore)
    before = set(check_rules.check(tmp_path)[0])
    page = sorted((tmp_path / "docs/rules").glob("*.md"))[0]
    rule = next(iter(check_rules.read_page(page).ids)).partition("-")[0] + "-Z99"
    page.write_text(page.read_text() + f"\n| {rule} | Planted. |\n")
    found = [fault for fault in check_rules.check(tmp_path)[0] if fault not in before]
    assert [fault.partition(": ")[2] for fault in found] == [
        f"{rule} is cited by no code of the game",
        f"{rule} is marked by no test",
    ]


def test_a_tree_in_which_all_is_cited_passes(tree):
    assert check_rules.check(tree) == (
        [], "3 rules, 3 cited by code, 3 by tests, 0 faults"
    )  # fmt: skip


def test_a_rule_that_no_kernel_names_is_found(tree):
    found = change(tree, "kernels/undertow_kernels/toy/rules.pyx", "ZZ-A2.1", "")
    assert found == ["docs/rules/toy.md:4: ZZ-A2.1 is cited by no code of the game"]


def test_a_rule_that_no_component_names_is_found(tree):
    found = change(tree, "src/undertow/games/toy/components.toml", "B3", "B31")
    assert found == ["docs/rules/toy.md:5: ZZ-B3 is cited by no code of the game"]


def test_a_rule_that_no_test_marks_is_found_even_if_a_comment_names_it(tree):
    found = change(tree, "tests/games/toy/test_rules.py", '@pytest.mark.rule("ZZ-B3")', "# ZZ-B3")
    assert found == ["docs/rules/toy.md:5: ZZ-B3 is marked by no test"]


def test_an_id_whose_chapter_has_no_letter_is_found_like_any_other(tree):
    found = change(tree, "docs/rules/toy.md", "| ZZ-B3 ", "| ZZ-4.1 | Four. |\n| ZZ-B3 ")
    assert found == [
        "docs/rules/toy.md:5: ZZ-4.1 is cited by no code of the game",
        "docs/rules/toy.md:5: ZZ-4.1 is marked by no test",
    ]


@pytest.mark.parametrize("name", list(FILES)[1:])
def test_an_id_that_no_page_defines_is_found_with_its_line(tree, name):
    path = tree / name
    path.write_text(path.read_text() + "# ZZ-C7\n")
    line = len(path.read_text().splitlines())
    assert check_rules.check(tree)[0] == [f"{name}:{line}: ZZ-C7 is no rule"]


def test_an_id_defined_twice_is_found(tree):
    found = change(tree, "docs/rules/toy.md", "| ZZ-B3", "| ZZ-A1 | Again. |\n| ZZ-B3")
    assert found == ["docs/rules/toy.md: ZZ-A1 is defined twice"]


def test_the_script_prints_faults_and_a_summary_and_fails(tree):
    change(tree, "kernels/undertow_kernels/toy/rules.pyx", "ZZ-A1, ", "")
    done = subprocess.run(
        [sys.executable, SCRIPT, tree], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "docs/rules/toy.md:3: ZZ-A1 is cited by no code of the game",
        "3 rules, 2 cited by code, 3 by tests, 1 faults",
    ]


def test_a_tree_without_rules_fails(tmp_path):
    assert check_rules.check(tmp_path)[0] == ["docs/rules defines no rule"]
