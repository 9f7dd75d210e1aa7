{{follow-height}}
