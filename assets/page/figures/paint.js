// Small pictures of matrices: one pixel per cell, stretched by the browser.

export const MOST_PIXELS = 64; // what a thumbnail can show; larger matrices keep the strongest of a block

/** Paint a matrix; numbers are divided by `limit`, and `colour` turns -1 … 1 into a pixel. */
export function paint(canvas, matrix, colour, limit = 1) {
  const [rows, columns] = [matrix.length, matrix[0].length];
  const [down, across] = [Math.ceil(rows / MOST_PIXELS), Math.ceil(columns / MOST_PIXELS)];
  canvas.height = Math.ceil(rows / down);
  canvas.width = Math.ceil(columns / across);
  const { width, height } = canvas; // read once: asking the page for them costs more than a pixel
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < height; i++) {
    const row = matrix[i * down];
    for (let j = 0; j < width; j++) {
      const strongest = down * across === 1 ? row[j] : strongestOf(matrix, i * down, j * across, down, across);
      if (Number.isFinite(strongest)) pixels[i * width + j] = colour(strongest / limit); // else transparent: masked
    }
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
}

function strongestOf(matrix, top, left, down, across) {
  let strongest = 0;
  for (let i = top; i < Math.min(top + down, matrix.length); i++) {
    for (let j = left; j < Math.min(left + across, matrix[0].length); j++) {
      if (Math.abs(matrix[i][j]) > Math.abs(strongest)) strongest = matrix[i][j];
    }
  }
  return strongest;
}
