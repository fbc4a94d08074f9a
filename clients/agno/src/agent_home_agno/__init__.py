"""Runs agents of Agent Home on agno, with every tool call left to Agent Home's gateway."""

from .app import create_app

__all__ = ["create_app"]
