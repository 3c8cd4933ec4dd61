"""Figures, by command: ``python -m tests.benchmarks``."""
