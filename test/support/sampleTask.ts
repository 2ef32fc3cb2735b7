/** A `suggested_task` of the interface, with all its members. */
export const task = {
  git_provider: 'github',
  task_type: 'MERGE_CONFLICTS',
  repo: 'a/b',
  issue_number: 7,
  title: 'Task',
} as const;
