"""The explorer: a page for people, and the same questions as JSON under /api.

app       create_app: the factory; turns errors into 4xx
config    ServeConfig: which models and which corpus are served
limits    bounds on terms, digits, k and body size, checked before the work
headers   the content security policy and the other headers
schemas/  every question and every answer, typed
lanes     which questions wait together
workers   the processes that do the work, kept, timed and replaced
answered  the latest answers
worker    what runs in such a process
library   the models and the corpus that it loads
answers/  questions answered by calls to the library
server    the app on a socket
routes/   the addresses
static/   the page
"""
