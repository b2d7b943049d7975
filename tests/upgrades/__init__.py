"""Data as earlier versions left them, kept small, and what today's code makes of them.

0.9 is what stood on 24 November 2026, before versions had numbers.
"""
