"""Code shared by scripts/package, scripts/release, scripts/release-data and scripts/notices."""
