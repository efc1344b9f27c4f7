import { answerSession, askSession } from '../shared/session-link.ts';
import { startCollecting } from './collect.ts';
import { quietly } from './guard.ts';
import { mayCollect } from './permission.ts';
import { randomId } from './random.ts';

/** The service's address: whoever serves the script writes it in. */
const API_URL = '{{API_URL}}';

/** `document.currentScript` is there only while the script itself runs. */
const script = document.currentScript;

quietly(() => {
  const key = script?.getAttribute('data-project-key')?.trim();
  // One collector is at work on a page, however often the script stands there.
  if (!key || !/^https?:$/.test(location.protocol) || askSession()) return;
  const session = randomId();
  answerSession(session);
  mayCollect(
    API_URL,
    key,
    quietly((may: boolean) => may && startCollecting({ api: API_URL, key, session })),
  );
})();
