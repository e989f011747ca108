/** Scripts that run in the page of the app. */

/** Tries what the page's policy refuses; returns what was refused, by the names in `refused`. */
export const forbidden = `async () => {
  const refusals = [];
  const tried = (name, act) => { try { act(); } catch { refusals.push(name); } };
  tried('code from a string', () => new Function('return 1')());
  tried('a script by its address', () => { document.createElement('script').src = 'https://elsewhere.example/x.js'; });
  const refusedPicture = new Promise((wake) => document.addEventListener('securitypolicyviolation', (event) => {
    if (event.effectiveDirective === 'img-src') wake('a picture from elsewhere');
  }));
  new Image().src = 'https://elsewhere.example/x.png';
  refusals.push(await refusedPicture);
  const style = document.createElement('style');
  style.textContent = 'body { outline: 7px solid }';
  document.head.append(style);
  if (getComputedStyle(document.body).outlineWidth !== '7px') refusals.push('a style without the nonce');
  return refusals;
}`;

export const refused = [
  'code from a string',
  'a script by its address',
  'a picture from elsewhere',
  'a style without the nonce',
];

/** Counts the red dots at the top left of a picture (PNG, base64), where nothing else is red. */
export const redDots = `async (png) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const context = new OffscreenCanvas(400, 80).getContext('2d');
  context.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0);
  const { data } = context.getImageData(0, 0, 400, 80);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] - Math.max(data[i + 1], data[i + 2]) > 80) count++;
  return count;
}`;
