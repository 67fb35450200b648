"""The driver of campaigns on Ray clusters, started by `scripts/campaign_ray.py`.

arguments   the command line
supervisor  starts the driver, and restarts it when it dies
driver      hands jobs out and takes answers until the campaign is done
serve       the conversation with `solve campaign serve`, which is restarted when it dies
fleet       which machines there should be, and are
seat        the place of one machine: the actor there, its jobs, its failures
machine     what runs on a machine: the actor, which keeps one `solve campaign job`
process     processes that die with their parent
told        messages on standard error
"""
