"""Missions of Wild Blue Yonder: bombers with their escorts, interceptors, loads, targets and flak. [WBY 13-20]"""
