# %% stack | right
# with a stack of its own
def topological_order(last):
    order, done, stack = [], set(), [(last, False)]
    while stack:
        node, ready = stack.pop()
        if id(node) in done:
            continue
        if ready:
            done.add(id(node))
            order.append(node)
        else:
            stack.append((node, True))
            stack.extend((parent, False) for parent in node.parents)
    return order


# %% counted | right
# from the end, when all users of a node are there
def topological_order(last):
    nodes, pending = {}, [last]
    while pending:
        node = pending.pop()
        if id(node) not in nodes:
            nodes[id(node)] = node
            pending.extend(node.parents)
    users = dict.fromkeys(nodes, 0)
    for node in nodes.values():
        for parent in node.parents:
            users[id(parent)] += 1
    ready, order = [last], []
    while ready:
        node = ready.pop()
        order.append(node)
        for parent in node.parents:
            users[id(parent)] -= 1
            if users[id(parent)] == 0:
                ready.append(parent)
    return order[::-1]


# %% parents_last | wrong | graph | core | mistake: parents-after-children
# each node before its parents
#-             for parent in node.parents:
#-                 visit(parent)
#-             order.append(node)
#+             order.append(node)
#+             for parent in node.parents:
#+                 visit(parent)

# %% reversed_order | wrong | graph | core | mistake: order-turned-around
# the order from its end
#-     return order
#+     return order[::-1]

# %% every_path | wrong | graph | core | mistake: node-several-times
# a node for every way that leads to it
#-         if id(node) not in seen:
#+         if True:

# %% without_last | wrong | graph | core | mistake: last-left-out
# the last node is missing
#-     return order
#+     return order[:-1]

# %% first_parent | wrong | graph | core | mistake: first-parent-only
# only the first parent of each node
#-             for parent in node.parents:
#+             for parent in node.parents[:1]:


# %% breadth_first | wrong | graph | core | mistake: by-distance
# by distance from the last node, turned around
def topological_order(last):
    order, seen, level = [], set(), [last]
    while level:
        following = []
        for node in level:
            if id(node) not in seen:
                seen.add(id(node))
                order.append(node)
                following.extend(node.parents)
        level = following
    return order[::-1]


# %% by_equality | wrong | graph | robustness | mistake: compared-by-equality
# a node is known if it is equal to another
def topological_order(last):
    order = []

    def visit(node):
        for parent in node.parents:
            visit(parent)
        if node not in order:
            order.append(node)

    visit(last)
    return order


# %% remembers | wrong | state | robustness | mistake: seen-kept-between-calls
# what was seen is kept for the next call
SEEN = set()


def topological_order(last):
    order = []

    def visit(node):
        if id(node) not in SEEN:
            SEEN.add(id(node))
            for parent in node.parents:
                visit(parent)
            order.append(node)

    visit(last)
    if order[-1:] != [last]:
        return [last]
    return order
