#!/usr/bin/env python3
"""Does the jobs of a campaign on a Ray cluster: `scripts/campaign_ray.py --help`. What it consists of lies in the folder
`campaign_ray` beside it."""

import sys

from campaign_ray.supervisor import main

if __name__ == "__main__":
    sys.exit(main())
