"""Schemas of all kinds of objects, as pydantic models: strict in types, open for fields of later versions."""

from agent_home.protocol.schemas.registry import (
    CERTIFIED_KINDS,
    CertifiedObject,
    fits_schema,
    may_lie_at,
    schema_of,
)

__all__ = ["CERTIFIED_KINDS", "CertifiedObject", "fits_schema", "may_lie_at", "schema_of"]
