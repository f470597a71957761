"""The explorer: a page for people, and the same questions as JSON under /api.

app       create_app: the factory; turns errors into 4xx
config    ServeConfig: which models and which corpus are served
limits    bounds on terms, digits, k and body size, checked before the work
headers   the content security policy and the other headers
schemas   every question and every answer, typed
workers   processes that do the work, one lane for each kind of patience
worker    what runs in such a process
library   questions answered by calls to the library
routes/   the addresses
static/   the page
"""
