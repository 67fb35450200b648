"""What scripts/package, scripts/release, scripts/release-data and scripts/notices share."""
