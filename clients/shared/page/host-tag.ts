/** Tag of the overlay's host element, which is not part of the page. */
export const HOST_TAG = 'svc-overlay';
