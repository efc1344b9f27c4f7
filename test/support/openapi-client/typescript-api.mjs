import common from '@ts-morph/common';

// TypeScript 7 has no compiler API; this package contains that of TypeScript 6.
export default common.ts;
