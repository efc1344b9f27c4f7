import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import type { Capture } from '../../src/infrastructure/capture/capture-request.ts';
import type { LocatedPin } from '../../src/infrastructure/capture/located-pin.ts';
import type { PageElement, PageRecord } from '../../src/infrastructure/capture/page-record.ts';
import { readSelector } from '../../src/infrastructure/comparison/elements/select-elements.ts';
import { wantedTexts } from '../../src/resolvers/core/reanchoring/wanted-texts.ts';
import type { Design, Edit } from './design.ts';

export const VIEWPORT = { width: 800, height: 600, deviceScaleFactor: 1 };

/** Captures of the states of a design: as reported, and of each release. */
export interface CapturedDesign {
  design: Design;
  reported: Capture;
  releases: Capture[];
}

const OPTIONS = {
  viewport: VIEWPORT,
  fullPage: true,
  waitForSelector: null,
  delay: 0,
  hideSelectors: [],
  freeze: false,
  hideWebdriver: false,
};

/**
 * Captures the states of a design in their order. As in the service, each capture looks for the
 * elements as they were found last, and as they were reported.
 */
export async function captureDesign(
  design: Design,
  capture: BrowserPool['capture'],
  publish: (path: string, html: string) => string,
): Promise<CapturedDesign> {
  const pins = Object.values(design.pins);
  const draw = (edits: readonly Edit[], pinned: Parameters<typeof capture>[0]['pins']) =>
    capture({
      ...OPTIONS,
      url: publish(`/${encodeURIComponent(design.name)}`, documentOf(design, edits)),
      pins: pinned,
    });
  const { record } = await draw([], []);
  const elements = pins.map(([selector]) => elementOf(record, selector));
  const reported = await draw(
    [],
    elements.map(({ selector, xpath, tag, text, box: [x, y, width, height] }) => [
      { selector, xpath, tag, text, box: { x, y, width, height } },
    ]),
  );
  reported.located = reported.located.map((pin, index) => asBound(pin, elements[index]));
  const originals = reported.located.map(({ candidates }) => candidates[0]?.fingerprint ?? {});
  const latest = [...originals];
  const releases: Capture[] = [];
  for (const { edits } of design.releases) {
    const described = pins.map(([, comment], index) =>
      [latest[index], originals[index]].map((found) => ({ ...found, wantedTexts: wantedTexts(comment) })),
    );
    const release = await draw(edits, described);
    for (const [index, { state, candidates }] of release.located.entries()) {
      const [found] = candidates;
      if (state === 'bound' && found) latest[index] = found.fingerprint;
    }
    releases.push(release);
  }
  return { design, reported, releases };
}

function elementOf({ elements }: PageRecord, selector: string): PageElement {
  const found = readSelector(selector)?.(elements) ?? [];
  if (!found[0] || found.length > 1) throw new Error(`${selector} selects ${found.length} elements`);
  return found[0];
}

/** The element on which a comment is written is known. */
function asBound(pin: LocatedPin, element: PageElement | undefined): LocatedPin {
  const candidates = pin.candidates.filter(({ box }) => box.x === element?.box[0] && box.y === element.box[1]);
  if (!candidates[0]) throw new Error(`${element?.selector} was not found`);
  return { state: 'bound', confidence: 1, candidates };
}

/** @throws for a replacement whose part is not in the body exactly once */
function documentOf({ name, root = 'lang="en"', css, body }: Design, edits: readonly Edit[]): string {
  let [styles, content] = [css, body];
  for (const edit of edits) {
    if (typeof edit === 'string') styles += `\n${edit}`;
    else {
      const [part, other] = edit;
      if (content.split(part).length !== 2) throw new Error(`${name}: not there once: ${part}`);
      content = content.replace(part, () => other);
    }
  }
  return `<!doctype html><html ${root}><head><meta charset="utf-8"><title>${name}</title><style>${styles}</style></head><body>${content}</body></html>`;
}
