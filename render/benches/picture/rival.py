"""The picture that a bot written with Pillow makes: sprites pasted on a canvas, saved as PNG.

Run by the bench "picture": python3 rival.py FOLDER. FOLDER/list.txt names the sprites from below, the canvas first: left, top
and the number of a PNG file. Without transparency a sprite is pasted plainly, else with its mask. Prints the bytes of the
picture's file; then, for every line read, makes it twice and prints the CPU time of the second one in microseconds.
"""

import io
import sys
import time
from pathlib import Path

from PIL import Image


def load(path: Path) -> Image.Image:
    sprite = Image.open(path).convert("RGBA")
    opaque = sprite.getextrema()[3][0] == 255
    return sprite.convert("RGB") if opaque else sprite


def main(folder: Path) -> None:
    files = {}
    pasted = []
    for line in (folder / "list.txt").read_text().splitlines():
        left, top, name = line.split()
        if name not in files:
            files[name] = load(folder / f"{name}.png")
        pasted.append(((int(left), int(top)), files[name]))
    (_, canvas), *sprites = pasted

    def picture() -> int:
        image = canvas.copy()
        for corner, sprite in sprites:
            image.paste(sprite, corner, sprite if sprite.mode == "RGBA" else None)
        file = io.BytesIO()
        image.save(file, "PNG")
        return len(file.getvalue())

    print(picture(), flush=True)
    for _ in sys.stdin:
        picture()
        begun = time.process_time_ns()
        picture()
        print((time.process_time_ns() - begun) / 1000, flush=True)


main(Path(sys.argv[1]))
