/**
 * Enough to place things as on the real pages: posts in a column taller than the window, dialogs on top of everything.
 */
export const STYLE = `
  * { box-sizing: border-box; margin: 0; }
  body { font: 14px/1.4 system-ui, sans-serif; color: #111; background: #fafafa; }
  body.locked { overflow: hidden; }
  a { color: inherit; text-decoration: none; }
  [role=button], button { cursor: pointer; font: inherit; }
  [data-area=rail] { position: fixed; inset: 0 auto 0 0; width: 220px; padding: 24px; display: grid; gap: 20px; align-content: start; }
  [data-area=bar] { position: fixed; inset: auto 0 0 0; height: 48px; display: flex; justify-content: space-around; align-items: center;
    background: #fff; border-top: 1px solid #ddd; }
  main { display: block; width: min(470px, 100%); margin: 0 auto; padding: 16px 0 96px; }
  article { background: #fff; border: 1px solid #ddd; margin: 0 0 16px; }
  article header { display: flex; gap: 8px; padding: 12px; }
  article [data-area=media] { height: 470px; }
  article [data-area=media] > * { width: 100%; height: 100%; object-fit: cover; display: block; background: #ccc; }
  article section { display: flex; gap: 16px; padding: 12px; }
  article p { padding: 0 12px 12px; }
  [data-area=tray] { display: flex; gap: 14px; padding: 12px 0; overflow: hidden; }
  [data-area=tray] canvas, [data-area=tray] img { width: 56px; height: 56px; border-radius: 50%; background: #e6a; display: block; }
  [data-area=grid] { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4px; }
  [data-area=grid] img { width: 100%; aspect-ratio: 1; display: block; background: #ccc; }
  [data-area=viewer] { position: fixed; inset: 0; background: #111; color: #fff; display: grid; place-items: center; z-index: 5; }
  [data-area=viewer] img { width: 360px; height: 80vh; background: #444; }
  [data-area=reel] { height: 90vh; display: grid; place-items: center; }
  [data-area=reel] video { width: 400px; height: 80vh; background: #222; }
  [data-area=veil] { position: fixed; inset: 0; background: rgb(0 0 0 / 60%); display: grid; place-items: center; z-index: 10; }
  [role=dialog] { background: #fff; border-radius: 12px; padding: 24px; max-width: 400px; display: grid; gap: 12px; }
  .sheet { max-width: 350px; margin: 80px auto; display: grid; gap: 12px; }
  svg { width: 24px; height: 24px; fill: none; stroke: currentcolor; stroke-width: 2; }
`;
