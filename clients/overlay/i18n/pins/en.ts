const EN = {
  list: 'Comments on this page: {n}',
  listFailed: 'Comments could not be loaded',
  pin: 'Comment {n}, {status}, replies: {m}: {text}',
  cluster: '{n} comments close together',
  answered: 'New answer',
  waitingRow: 'Not sent yet',
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
};

export default EN;
