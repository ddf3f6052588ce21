// Owns the fields of the records that `runs list` prints.
export const runFields = [
  ...['run', 'state', 'action', 'resource', 'event', 'file', 'rows'],
  ...['created', 'updated', 'placed', 'undoable', 'started'],
];
