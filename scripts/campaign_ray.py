#!/usr/bin/env python3
"""Runs the jobs of a campaign on a Ray cluster: `scripts/campaign_ray.py --help`. Its modules are in the folder
`campaign_ray` beside it."""

import sys

from campaign_ray.supervisor import main

if __name__ == "__main__":
    sys.exit(main())
