"""Pictures as SVG: cards, frames and lines at the places that were found for them.

Everything is written here, so everything is known: text is escaped in one function, ids carry a prefix for each
diagram, and there are no links, images, scripts or outside references. `svg_check` holds the result against that.
"""
