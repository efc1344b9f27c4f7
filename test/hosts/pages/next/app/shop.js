'use client';

import { createElement as h, useEffect } from 'react';
import { listenToKeys } from './common.js';
import { Bakery } from './react.js';

export function Shop() {
  useEffect(() => listenToKeys(), []);
  return h(Bakery);
}
