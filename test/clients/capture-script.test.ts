import { expectTypeOf, test } from 'vitest';
import type { CaptureScript } from '../../clients/capture/main.ts';
import type { PageScript } from '../../src/infrastructure/capture/page/page-script.ts';

test('the script of captured pages is, for the type checker, what the service calls there', () => {
  expectTypeOf<CaptureScript>().toExtend<PageScript>();
});
