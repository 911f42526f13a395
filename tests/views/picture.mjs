// A terminal's screen, with its colours, as a picture.
const colours = ['#000', '#c33', '#2a2', '#a80', '#36c', '#a3a', '#0aa', '#ccc'];

function styleOf(state) {
  const front = state.colour === null ? '#ddd' : colours[state.colour];
  const [text, back] = state.reverse ? ['#111', front] : [front, 'transparent'];
  return `color:${text};background:${back};font-weight:${state.bold ? 700 : 400};opacity:${state.dim ? 0.65 : 1};text-decoration:${state.underline ? 'underline' : 'none'}`;
}

const escaped = (text) => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]);

function htmlOf(screen) {
  const usual = () => ({ colour: null, bold: false, dim: false, underline: false, reverse: false });
  let state = usual();
  let html = '';
  for (const piece of screen.split(/(\x1b\[[0-9;]*m)/)) {
    const codes = piece.match(/^\x1b\[([0-9;]*)m$/);
    if (!codes) {
      html += `<span style="${styleOf(state)}">${escaped(piece)}</span>`;
      continue;
    }
    for (const code of codes[1].split(';').map(Number)) {
      if (code === 0) state = usual();
      if (code === 1) state.bold = true;
      if (code === 2) state.dim = true;
      if (code === 4) state.underline = true;
      if (code === 7) state.reverse = true;
      if (code >= 30 && code <= 37) state.colour = code - 30;
      if (code === 39) state.colour = null;
    }
  }
  return `<!doctype html><body style="margin:0;background:#14171b"><pre style="margin:12px;display:inline-block;font:14px/1.3 monospace">${html}</pre>`;
}

export async function pictureOf(browser, screen, path) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 600 } });
  await page.setContent(htmlOf(screen));
  await page.locator('pre').screenshot({ path });
  await page.close();
}
