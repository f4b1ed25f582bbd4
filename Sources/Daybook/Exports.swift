// Ids, event names, texts, times and queries are part of what this module says, so whoever imports
// it has them as well.
@_exported public import DaybookEvents
@_exported public import DaybookText
