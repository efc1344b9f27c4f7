import { withDeadline } from '../../../lib/deadline.ts';
import type { CaptureRequest } from '../capture-request.ts';
import type { CaptureScripts } from './capture-scripts.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import type { PreparedPage } from './prepared-page.ts';

/** Frames without a document never respond; they are skipped after this time, ms. */
const FRAME_TIMEOUT_MS = 1_000;

/**
 * Freezes the page. Scripts stop first, in every frame, so that they cannot restart animations.
 * @returns whether something may still move
 */
export async function freezePage(
  prepared: PreparedPage,
  { fullPage }: CaptureRequest,
  world: IsolatedWorld,
  scripts: CaptureScripts,
): Promise<boolean> {
  const { page } = prepared;
  const stopped = setScriptsEnabled(prepared, false);
  const inner = page.frames().filter((frame) => frame !== page.mainFrame());
  const [restless] = await Promise.all([
    world.call('freezePage', fullPage),
    stopped,
    ...inner.map((frame) =>
      stopped
        .then(() => {
          const frozen = frame.evaluate(`${scripts.page};pinboundCapture.freezePage(false)`);
          return withDeadline(frozen, FRAME_TIMEOUT_MS, () => new Error('the frame did not respond'));
        })
        .catch(() => undefined),
    ),
  ]);
  return restless;
}

/**
 * Enables or disables the page's scripts: in the capture's session, to keep the order of later
 * commands, and through the page for out-of-process frames.
 */
export const setScriptsEnabled = ({ page, session }: PreparedPage, isOn: boolean) =>
  Promise.all([
    session.send('Emulation.setScriptExecutionDisabled', { value: !isOn }),
    page.setJavaScriptEnabled(isOn),
  ]);
