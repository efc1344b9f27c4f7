/** Of the queues. Two versions may run at once: another name would be another queue. */
export const QUEUES = {
  /** Jobs name deliveries that are due: the rows are the truth. */
  deliveries: 'webhook-deliveries',
  /** Wakes workers for snapshots. Jobs say nothing: the rows are the truth. */
  captures: 'captures',
  /** What runs by itself, by the clock. */
  maintenance: 'maintenance',
} as const;
