import { expectTypeOf, test } from 'vitest';
import type { CaptureScript } from '../../clients/capture/main.ts';
import type { PageScript } from '../../src/infrastructure/capture/page/page-script.ts';

test('the capture script has the type that the service calls', () => {
  expectTypeOf<CaptureScript>().toExtend<PageScript>();
});
