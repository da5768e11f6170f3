/** What can be done about posts in off times. */
export const OFF_TIMES_REMEDY = 'Move them to another time, or keep an agent always on.';
