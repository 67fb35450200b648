"""The driver of campaigns on Ray clusters, started by `scripts/campaign_ray.py`.

arguments   the command line
supervisor  starts the driver, and starts it again when it dies
driver      hands jobs out and takes answers until the campaign is done
serve       the conversation with `solve campaign serve`, which is started again when it dies
fleet       which machines there should be, and are
seat        a place for one machine: the actor there, its jobs, what went wrong with it
machine     what runs on a machine: the actor, which keeps one `solve campaign job`
process     processes that die with the one that started them
told        what is told on standard error
"""
