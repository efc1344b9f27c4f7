import { withDeadline } from '../../../lib/deadline.ts';
import type { CaptureRequest } from '../capture-request.ts';
import type { CaptureScripts } from './capture-scripts.ts';
import type { OwnWorld } from './isolated-world.ts';
import type { PreparedPage } from './prepared-page.ts';

/** Frames that have no document never answer; a picture goes without their help, milliseconds. */
const FRAME_TIMEOUT_MS = 1_000;

/** Scripts first, in every frame: what they would start again must not. @returns whether something may move all the same */
export async function holdStill(
  prepared: PreparedPage,
  { fullPage }: CaptureRequest,
  world: OwnWorld,
  scripts: CaptureScripts,
): Promise<boolean> {
  const { page } = prepared;
  const stopped = setScripts(prepared, false);
  const inner = page.frames().filter((frame) => frame !== page.mainFrame());
  const [restless] = await Promise.all([
    world.call('holdStill', fullPage),
    stopped,
    ...inner.map((frame) =>
      stopped
        .then(() => {
          const held = frame.evaluate(`${scripts.page};pinboundCapture.holdStill(false)`);
          return withDeadline(held, FRAME_TIMEOUT_MS, () => new Error('the frame does not answer'));
        })
        .catch(() => undefined),
    ),
  ]);
  return restless;
}

/** Lets the page's scripts run, or not. In our own session for the order of what follows in it; by the page for frames that have processes of their own. */
export const setScripts = ({ page, session }: PreparedPage, isOn: boolean) =>
  Promise.all([
    session.send('Emulation.setScriptExecutionDisabled', { value: !isOn }),
    page.setJavaScriptEnabled(isOn),
  ]);
