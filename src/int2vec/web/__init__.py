"""The explorer: a page for people, and the same questions as JSON under /api.

questions  what a question is: types, bounds, and the one registration of an endpoint
integers, sequences, models   one file a topic: the functions that give the answers
config     ServeConfig: what is served to whom; LANES: which questions wait together
workers    the processes that do the work, kept, timed and replaced, and the latest answers
worker     what runs in such a process: a session that answers
guards     who may ask, how much, and the security headers
app        create_app: the factory; addresses out of the registrations; errors into 4xx; the page
server     the app on a socket
"""
