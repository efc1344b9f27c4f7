import { sharedBrowserProgram } from '../../support/browser.ts';

/** Unpacks the bundled browser before the workers start, which would all unpack a copy. */
export default async function setup(): Promise<void> {
  await sharedBrowserProgram();
}
