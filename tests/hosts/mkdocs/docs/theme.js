{{follow-scheme}}
