"""The questions: each plays what it needs and answers with intervals."""
