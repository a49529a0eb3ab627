"""Rendered dice on rendered tables, in NumPy and OpenCV only.

The product plays these scenes when there is no camera (`roll.render_roll`), and `vision.training` learns
from them
(`scene.draw_scene`). They stand outside training because the product ships them and training needs torch.
"""
