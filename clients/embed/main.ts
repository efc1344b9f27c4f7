import { randomId } from '../shared/random-id.ts';
import { answerSession, askSession } from '../shared/session-link.ts';
import { startCollecting } from './collect.ts';
import { mayCollect } from './do-not-track.ts';
import { quietly } from './guard.ts';

/** The service's address: whoever serves the script writes it in. */
const API_URL = '{{API_URL}}';

/** `document.currentScript` is there only while the script itself runs. */
const script = document.currentScript;

quietly(() => {
  const key = script?.getAttribute('data-project-key')?.trim();
  // One collector is at work on a page, however often the script stands there.
  if (!key || !/^https?:$/.test(location.protocol) || askSession()) return;
  mayCollect(
    API_URL,
    key,
    quietly((may: boolean) => {
      // While permission was asked for, another one may have begun.
      if (!may || askSession()) return;
      const session = randomId();
      const life = new AbortController();
      answerSession(session, life.signal);
      startCollecting({ api: API_URL, key, session, life });
    }),
  );
})();
