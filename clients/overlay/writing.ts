import styles from './composer.css';
import type { Desk } from './desk.ts';
import { type Commenting, makeCommenting } from './form/commenting.ts';
import type { Panels } from './panels.ts';

/** Starts what writing takes; nothing opens by itself. */
export function startWriting({ stage }: Desk, panels: Panels): Commenting {
  stage.surface.addStyles(styles);
  return makeCommenting({ stage, ...panels });
}
