/**
 * The overlay's whole look. Sizes are pixels, never rem: the page's root font size is not ours. `!important` on the host
 * is what keeps page rules out, because an important rule inside a shadow tree wins over one outside.
 */
export const STYLES = `
:host {
  all: initial !important; position: fixed !important; inset: 0 !important;
  z-index: 2147483647 !important; pointer-events: none !important; direction: ltr !important;
}
@media print { :host { display: none !important } }
*, ::before, ::after { box-sizing: border-box }
[hidden] { display: none !important }
.root {
  --face: #fff; --sunken: #f4f5f7; --ink: #1c2330; --soft: #5b6472; --line: #dfe3e8; --accent: #2f55d4; --on-accent: #fff;
  --accent-wash: #2f55d414; --progress: #a4540a; --done: #2c7a51; --bad: #b3261e; --bad-wash: #b3261e12;
  --shadow: 0 1px 2px #0f172a1f, 0 8px 28px #0f172a29;
  color-scheme: light dark; color: var(--ink); text-align: start; -webkit-font-smoothing: antialiased;
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  .root {
    --face: #1d222b; --sunken: #272d38; --ink: #e8ebf0; --soft: #a3acba; --line: #363e4b; --accent: #8aa6ff; --on-accent: #10162a;
    --accent-wash: #8aa6ff24; --progress: #f0b062; --done: #72cf9d; --bad: #ff9d94; --bad-wash: #ff9d941c;
    --shadow: 0 0 0 1px #ffffff14, 0 8px 28px #0009;
  }
}
h2, p, ul { margin: 0; padding: 0; font: inherit; list-style: none }
button { font: inherit; color: inherit; border: 0; background: none; padding: 0; margin: 0; cursor: pointer }
button, .dialog, .sheet { pointer-events: auto }
:focus { outline: none }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; flex: none }

.sheet { position: absolute; inset: 0; cursor: crosshair }
.outline {
  position: absolute; top: 0; left: 0; border-radius: 4px; background: var(--accent-wash);
  box-shadow: 0 0 0 2px var(--accent), 0 0 0 4px #fff9;
}
.outline-caption {
  position: absolute; left: -2px; bottom: calc(100% + 5px); max-width: 280px; padding: 1px 7px; border-radius: 5px;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 12px;
  color: var(--on-accent); background: var(--accent);
}
.at-top .outline-caption { bottom: auto; top: 4px; left: 4px }
.hint {
  position: absolute; top: 16px; left: 50%; transform: translateX(-50%); width: max-content; max-width: calc(100vw - 24px); padding: 8px 10px 8px 16px;
  border-radius: 99px; color: #fff; background: #161b24ee; box-shadow: var(--shadow);
}
kbd { margin-left: 6px; padding: 1px 7px; border-radius: 99px; font: inherit; font-size: 12px; background: #ffffff2b }

.dock { position: absolute; z-index: 1; right: 20px; bottom: 20px; display: flex; align-items: center; gap: 10px }
.launcher {
  display: flex; align-items: center; gap: 8px; height: 44px; padding: 0 18px 0 15px; border-radius: 99px; font-weight: 600;
  color: var(--on-accent); background: var(--accent); box-shadow: var(--shadow);
}
.launcher:hover, .primary:hover { filter: brightness(1.08) }
.launcher[aria-pressed=true] { color: var(--ink); background: var(--face) }
.badge {
  min-width: 32px; height: 32px; padding: 0 8px; border: 1px solid var(--line); border-radius: 99px; font-size: 13px; font-weight: 600;
  color: var(--soft); background: var(--face); box-shadow: var(--shadow);
}
.badge:hover { color: var(--ink) }
.voice { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }

.pin {
  position: absolute; top: -28px; left: 0; display: grid; place-items: center; width: 28px; height: 28px;
  border: 2px solid #fff; border-radius: 50% 50% 50% 3px; font-size: 12px; font-weight: 700; line-height: 1;
  color: #fff; background: #2f55d4; box-shadow: 0 1px 2px #0f172a40, 0 3px 10px #0f172a40;
}
.pin.in_progress { background: #a4540a }
.pin.resolved { background: #2c7a51; opacity: .72 }
.pin:hover, .pin:focus-visible { z-index: 1; opacity: 1; filter: brightness(1.12) }

.dialog {
  position: absolute; z-index: 2; top: 0; left: 0; display: flex; flex-direction: column; gap: 10px; width: min(320px, 100vw - 16px);
  max-height: min(440px, 100vh - 16px); padding: 12px 14px 14px; border-radius: 14px; overflow: hidden;
  background: var(--face); border: 1px solid var(--line); box-shadow: var(--shadow);
}
.head { display: flex; align-items: center; gap: 8px; min-height: 24px }
.head h2 { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 13px; font-weight: 600; color: var(--soft) }
.close { display: grid; place-items: center; width: 28px; height: 28px; margin: -2px -6px -2px 0; border-radius: 8px; color: var(--soft) }
.close:hover, .row:hover, .quiet:hover { background: var(--sunken) }
form { display: flex; flex-direction: column; gap: 10px; min-height: 0 }
textarea {
  width: 100%; min-height: 92px; max-height: 240px; padding: 9px 11px; border: 1px solid var(--line); border-radius: 9px; resize: vertical;
  font: inherit; color: inherit; background: var(--sunken);
}
textarea::placeholder { color: var(--soft); opacity: 1 }
textarea:focus { outline: none; border-color: var(--accent); box-shadow: 0 0 0 3px var(--accent-wash); background: var(--face) }
.actions { display: flex; justify-content: flex-end; gap: 8px }
.primary, .quiet { height: 36px; padding: 0 14px; border-radius: 9px; font-weight: 600 }
.primary { color: var(--on-accent); background: var(--accent) }
.primary:disabled { opacity: .6; cursor: default }
.quiet { color: var(--soft) }
.problem { padding: 8px 11px; border-radius: 9px; font-size: 13px; color: var(--bad); background: var(--bad-wash); overflow-wrap: anywhere }
.problem p + p { margin-top: 2px; opacity: .85 }

.status { align-self: start; padding: 0 9px; border-radius: 99px; font-size: 12px; font-weight: 600; color: var(--accent); background: var(--accent-wash) }
.status.in_progress { color: var(--progress); background: color-mix(in srgb, var(--progress) 12%, transparent) }
.status.resolved { color: var(--done); background: color-mix(in srgb, var(--done) 12%, transparent) }
.note { font-size: 13px; color: var(--soft) }
.thread { display: flex; flex-direction: column; gap: 10px; overflow-y: auto; overscroll-behavior: contain; margin-right: -8px; padding-right: 8px }
article + article { padding-top: 10px; border-top: 1px solid var(--line) }
.by { font-size: 13px; color: var(--soft) }
.by b { font-weight: 600; color: var(--ink) }
.text { white-space: pre-wrap; overflow-wrap: anywhere }
ul.thread { gap: 2px; margin: 0 -8px -6px; padding: 0 }
.row { display: flex; gap: 10px; width: 100%; padding: 7px 8px; border-radius: 9px; text-align: start }
.number { flex: none; min-width: 22px; height: 22px; border-radius: 99px; text-align: center; font-size: 12px; line-height: 22px; font-weight: 700; color: #fff; background: #5b6472 }
.excerpt { overflow: hidden; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow-wrap: anywhere }

@media (prefers-reduced-motion: no-preference) {
  .pin, .launcher, .badge { transition: filter .12s, opacity .12s }
  .dialog, .hint { animation: appear .14s ease-out }
  @keyframes appear { from { opacity: 0 } }
}
`.replace(/\n\s*/g, '\n');
