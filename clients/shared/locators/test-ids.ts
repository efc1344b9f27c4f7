/** Attributes that tests find elements by; of several the first one counts. */
export const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
