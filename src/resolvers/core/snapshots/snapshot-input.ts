import { z } from 'zod';
import { CAPTURE_LIMITS } from '../../../infrastructure/capture/capture-request.ts';
import { isBadPort } from '../../../infrastructure/capture/proxy/bad-ports.ts';
import { outboundUrlInput } from '../../platform/input/outbound-url.ts';
import { storableText } from '../../platform/input/storable-text.ts';

/** Limits of input: lengths in CSS pixels, the delay in milliseconds. */
const SNAPSHOT_LIMITS = {
  width: [16, 7_680],
  height: [16, 16_000],
  scale: [0.5, 4],
  delay: 30_000,
  selectors: 50,
  selector: 1_024,
} as const;

/** Default viewport, CSS pixels. */
export const DEFAULT_VIEWPORT = { width: 1920, height: 1080, deviceScaleFactor: 1 };

const between = ([least, most]: readonly [number, number]) =>
  z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`);

export const viewportInput = z
  .object({
    width: between(SNAPSHOT_LIMITS.width)
      .nullish()
      .transform((width) => width ?? DEFAULT_VIEWPORT.width),
    height: between(SNAPSHOT_LIMITS.height)
      .nullish()
      .transform((height) => height ?? DEFAULT_VIEWPORT.height),
    deviceScaleFactor: between(SNAPSHOT_LIMITS.scale)
      .nullish()
      .transform((scale) => scale ?? DEFAULT_VIEWPORT.deviceScaleFactor),
  })
  .refine(
    ({ width, height, deviceScaleFactor: scale }) => width * height * scale * scale <= CAPTURE_LIMITS.pixels,
    `must have at most ${CAPTURE_LIMITS.pixels / 1e6} million pixels: width × height × deviceScaleFactor²`,
  );

const selector = storableText(SNAPSHOT_LIMITS.selector);

/** URL of a page that a browser may open. */
export const pageUrlInput = outboundUrlInput.refine(
  (url) => !isBadPort(portOf(url)),
  'must not have a port that browsers block',
);

/** Input of a snapshot with defaults. */
export const snapshotInput = z.object({
  projectId: z.string(),
  url: pageUrlInput,
  viewport: viewportInput.nullish().transform((given) => given ?? DEFAULT_VIEWPORT),
  fullPage: z
    .boolean()
    .nullish()
    .transform((fullPage) => fullPage ?? false),
  waitForSelector: selector.nullish().transform((given) => given ?? null),
  delay: z
    .number()
    .min(0, 'must be at least 0')
    .max(SNAPSHOT_LIMITS.delay, `must be at most ${SNAPSHOT_LIMITS.delay}`)
    .nullish()
    .transform((delay) => delay ?? 0),
  hideSelectors: z
    .array(selector)
    .max(SNAPSHOT_LIMITS.selectors, `must list at most ${SNAPSHOT_LIMITS.selectors} selectors`)
    .nullish()
    .transform((selectors) => selectors ?? []),
  freeze: z
    .boolean()
    .nullish()
    .transform((freeze) => freeze ?? false),
});

export type SnapshotInput = z.infer<typeof snapshotInput>;

/** Port of a URL; 443 for other texts, which another rule rejects. */
function portOf(url: string): number {
  const { port, protocol } = URL.parse(url) ?? {};
  return port ? Number(port) : protocol === 'https:' || port === undefined ? 443 : 80;
}
