"""What every game system shares: the contract, chance, records, reports, players and the protocol."""
