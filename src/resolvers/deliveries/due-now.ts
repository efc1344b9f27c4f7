/**
 * What is set of a delivery `d` that is to be attempted now because somebody asks for it. The attempt is on top of the
 * schedule: when it fails, what was waiting goes on where it was.
 */
export const DUE_NOW = `state = 'pending', next_attempt_at = now(), updated_at = now(),
    extra_attempts = CASE WHEN d.state = 'pending' AND d.next_attempt_at <= now() THEN d.extra_attempts
                          ELSE least(d.extra_attempts, d.attempt_count) + 1 END`;
