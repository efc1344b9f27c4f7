/** Name of the element that the overlay lives in. It is no part of the page. */
export const HOST_TAG = 'svc-overlay';
