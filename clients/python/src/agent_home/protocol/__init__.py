"""The formats of Agent Home: strict JSON, canonical JSON, signatures, keys, certificates, the ledger. No I/O."""
