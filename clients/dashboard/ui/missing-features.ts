import { fill } from '../i18n/languages.ts';
import type { Messages } from '../i18n/main.ts';

const NAMES = { webgl: 'WebGL', webgl2: 'WebGL 2', webgpu: 'WebGPU' };

/** Sentence about features that a captured page asked for and the browser lacks. */
export const missingFeaturesText = (messages: Messages, features: readonly (keyof typeof NAMES)[]): string =>
  fill(messages.captureLacks, { features: features.map((feature) => NAMES[feature]).join(', ') });
