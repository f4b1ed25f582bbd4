// Ids and event names are part of what this module says, so whoever imports it has them as well.
@_exported public import DaybookEvents
